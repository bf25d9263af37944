// Writes lib/render/generated/api-types.ts: the fields of the Go types that the Trainer controller
// decodes runtimes and TrainJobs into, with what decides how they are encoded again and merged.
//
//	cd scripts/go-types && go run . > ../../lib/render/generated/api-types.ts
//	npx biome format --write lib/render/generated
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"sort"
	"strings"

	trainer "github.com/kubeflow/trainer/v2/pkg/apis/trainer/v1alpha1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/yaml"
)

type field struct {
	name, mode, expression, mergeKey string
	fallback                         any
}

var (
	metaFields = []string{"name", "namespace", "labels", "annotations", "finalizers"}
	fields     = map[string][]*field{}
	origins    = map[string]reflect.Type{}
)

func main() {
	register(reflect.TypeFor[trainer.TrainingRuntimeSpec]())
	register(reflect.TypeFor[trainer.TrainJobSpec]())
	addDefaults("trainer.kubeflow.org_clustertrainingruntimes.yaml", reflect.TypeFor[trainer.TrainingRuntimeSpec]())
	addDefaults("trainer.kubeflow.org_trainjobs.yaml", reflect.TypeFor[trainer.TrainJobSpec]())
	write()
}

func register(t reflect.Type) string {
	name := t.Name()
	if known, ok := origins[name]; ok && known != t {
		group := filepath.Base(filepath.Dir(t.PkgPath()))
		name = strings.ToUpper(group[:1]) + group[1:] + name
	}
	if known, ok := origins[name]; ok {
		check(known == t, "two types are called "+name)
		return name
	}
	origins[name] = t
	fields[name] = collect(t)
	return name
}

func collect(t reflect.Type) []*field {
	var out []*field
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || (t == reflect.TypeFor[metav1.ObjectMeta]() && !contains(metaFields, name)) {
			continue
		}
		if name == "" && f.Anonymous {
			out = append(out, collect(f.Type)...)
			continue
		}
		check(name != "", t.Name()+"."+f.Name+" has no JSON name")
		entry := &field{name: name, expression: expression(f.Type), mode: mode(f.Type, options)}
		if strings.Contains(f.Tag.Get("patchStrategy"), "merge") {
			entry.mergeKey = f.Tag.Get("patchMergeKey")
			if entry.mergeKey == "" {
				entry.mergeKey = "*"
			}
		}
		out = append(out, entry)
	}
	return out
}

// "!" always sent, "?" left out when zero, "^" a pointer: left out only when nil.
func mode(t reflect.Type, options string) string {
	switch {
	case t.Kind() == reflect.Pointer:
		return "^"
	case strings.Contains(options, "omitzero"):
		return "?"
	case !strings.Contains(options, "omitempty"):
		return "!"
	case t.Kind() == reflect.Struct && t != reflect.TypeFor[metav1.Time]():
		return "!"
	}
	return "?"
}

func expression(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[metav1.Time](), reflect.TypeFor[metav1.MicroTime]():
		return "string"
	case reflect.TypeFor[resource.Quantity]():
		return "quantity"
	case reflect.TypeFor[intstr.IntOrString]():
		return "intOrString"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return expression(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "string"
		}
		return "[]" + expression(t.Elem())
	case reflect.Map:
		return "{}" + expression(t.Elem())
	case reflect.Struct:
		return register(t)
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int32:
		return "int32"
	case reflect.Int, reflect.Int64:
		return "int64"
	}
	panic("no expression for " + t.String())
}

func addDefaults(file string, t reflect.Type) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/kubeflow/trainer/v2").Output()
	check(err == nil, "cannot find the Trainer module")
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "manifests/base/crds", file))
	check(err == nil, "cannot read "+file)
	var crd struct {
		Spec struct {
			Versions []struct {
				Schema struct {
					OpenAPIV3Schema map[string]any `json:"openAPIV3Schema"`
				} `json:"schema"`
			} `json:"versions"`
		} `json:"spec"`
	}
	check(yaml.Unmarshal(text, &crd) == nil, "cannot parse "+file)
	root := crd.Spec.Versions[0].Schema.OpenAPIV3Schema
	walk(root["properties"].(map[string]any)["spec"].(map[string]any), t.Name())
}

func walk(schema map[string]any, typeName string) {
	properties, _ := schema["properties"].(map[string]any)
	for _, f := range fields[typeName] {
		property, ok := properties[f.name].(map[string]any)
		if !ok {
			continue
		}
		if value, ok := property["default"]; ok {
			check(f.fallback == nil || reflect.DeepEqual(f.fallback, value), "two defaults of "+typeName+"."+f.name)
			f.fallback = value
		}
		target := f.expression
		for strings.HasPrefix(target, "[]") || strings.HasPrefix(target, "{}") {
			next := "items"
			if strings.HasPrefix(target, "{}") {
				next = "additionalProperties"
			}
			property, _ = property[next].(map[string]any)
			target = target[2:]
		}
		if _, ok := fields[target]; ok && property != nil {
			walk(property, target)
		}
	}
}

func write() {
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Println("// Generated by scripts/go-types: do not edit.")
	fmt.Println("// field + mode (! always sent, ? left out when zero, ^ left out only when absent) + type, @merge key, =CRD default")
	fmt.Println("export const API_TYPES: Readonly<Record<string, readonly string[]>> = {")
	for _, name := range names {
		fmt.Printf("  %s: [\n", name)
		for _, f := range fields[name] {
			line := f.name + f.mode + f.expression
			if f.mergeKey != "" {
				line += "@" + f.mergeKey
			}
			if f.fallback != nil {
				text, _ := json.Marshal(f.fallback)
				line += "=" + string(text)
			}
			quoted, _ := json.Marshal(line)
			fmt.Printf("    %s,\n", quoted)
		}
		fmt.Println("  ],")
	}
	fmt.Println("};")
}

func contains(list []string, wanted string) bool {
	for _, item := range list {
		if item == wanted {
			return true
		}
	}
	return false
}

func check(ok bool, message string) {
	if !ok {
		fmt.Fprintln(os.Stderr, message)
		os.Exit(1)
	}
}
