import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { IntlProvider } from "use-intl";
import { afterEach, expect, test } from "vitest";
import type { Dialect } from "#lib/dialect/entry.ts";
import { catalogue } from "#lib/messages/catalogue.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { aJob, aRuntime, aTrainJob } from "../../tests/support/render-builders.ts";
import { DraftViews } from "./draft-views.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const image = "registry.example/x:1";
const runtime = aRuntime({
  jobs: [
    aJob({
      pod: {
        nodeSelector: { pool: "t4" },
        tolerations: [{ key: "example.com/spot", operator: "Exists" }],
        containers: [
          { name: "node", image },
          { name: "agent", image, env: [{ name: "LOG_LEVEL", value: "info" }] },
        ],
        volumes: [{ name: "datasets", persistentVolumeClaim: { claimName: "team-claim" } }],
      },
    }),
  ],
});

function detailOf(dialect: Dialect, suspend: boolean): JobDetail {
  const trainJob = aTrainJob({ spec: { suspend } });
  return {
    trainJob,
    overridesDigest: "d",
    dialect,
    trainerVersion: "v2.3.0",
    controller: dialect === "templateOverrides" ? "dashboard" : "trainer",
    row: {
      uid: "u-1",
      namespace: trainJob.metadata.namespace ?? "team-a",
      name: trainJob.metadata.name ?? "a",
      state: "Suspended",
      runtimeKind: "ClusterTrainingRuntime",
      runtime: "base",
      managers: [],
      suspended: suspend,
      createdAt: "2026-03-18T10:00:00Z",
    },
    runtime: { live: runtime },
    children: { jobs: [], pods: [], others: [] },
    events: [],
    activeJobs: [],
    verdicts: { current: { admitted: true, causes: [], warnings: [], effect: "none" } },
    rights: {
      patch: true,
      delete: true,
      deleteJobSet: false,
      managers: ["a.example/b"],
      anyManager: false,
    },
    cursor: "e:1",
  };
}

function Draft({
  start,
  dialect = "templateOverrides",
  suspend = true,
}: {
  start: string;
  dialect?: Dialect;
  suspend?: boolean;
}) {
  const [text, setText] = useState(start);
  const [detail] = useState(() => detailOf(dialect, suspend));
  return (
    <IntlProvider locale="en" messages={catalogue} timeZone="UTC">
      <DraftViews
        detail={detail}
        manager="a.example/b"
        kind="pod"
        targets={["node"]}
        text={text}
        onText={setText}
      >
        {(onChange) => (
          <textarea
            aria-label="editor"
            defaultValue={text}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </DraftViews>
      <pre data-testid="text">{text}</pre>
    </IntlProvider>
  );
}

const shown = () => screen.getByTestId("text").textContent ?? "";
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (name: string, text: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value: text } });
const section = (title: string | RegExp) => {
  const found = screen.getByText(title).closest("details");
  if (found === null) throw new Error(`no section ${title}`);
  return found;
};
const open = (title: string) => {
  const details = section(title);
  if (!details.open) {
    details.open = true;
    fireEvent(details, new Event("toggle"));
  }
  return details;
};

const START = `# why: the new pool
spec:
  nodeSelector:
    pool: a100 # slow
  priorityClassName: high
`;

test("the sheet starts with YAML, and the chosen view stays chosen", () => {
  render(<Draft start={START} />);
  expect(screen.getByLabelText("editor")).toHaveProperty("value", START);
  expect(screen.queryByRole("form")).toBeNull();
  press("Form");
  cleanup();
  render(<Draft start={START} />);
  expect(screen.getByRole("form", { name: "Override as a form" })).toBeDefined();
});

test("typing in the form changes the text, and leaves comments and unknown fields", () => {
  render(<Draft start={START} />);
  press("Form");
  type("Value of pool", "h100");
  expect(shown()).toBe(START.replace("a100", "h100"));
  expect(section("Not known to the form, kept").textContent).toContain("spec.priorityClassName");
});

test("toggling loses nothing in either direction", () => {
  render(<Draft start={START} />);
  press("Form");
  type("Value of pool", "h100");
  press("YAML");
  const editor = screen.getByLabelText("editor");
  expect(editor).toHaveProperty("value", START.replace("a100", "h100"));
  fireEvent.change(editor, { target: { value: "spec:\n  nodeSelector:\n    disk: ssd\n" } });
  press("Form");
  expect(screen.getByLabelText("Value of disk")).toHaveProperty("value", "ssd");
  press("YAML");
  expect(shown()).toBe("spec:\n  nodeSelector:\n    disk: ssd\n");
});

test("undo and redo go over both views, by button and by key", () => {
  render(<Draft start={START} />);
  press("Form");
  type("Value of pool", "h");
  type("Value of pool", "h100");
  press("Remove pool");
  expect(shown()).not.toContain("pool: ");
  press("Undo");
  expect(shown()).toContain("pool: h100");
  fireEvent.keyDown(screen.getByLabelText("Value of pool"), { key: "z", ctrlKey: true });
  expect(shown()).toBe(START);
  fireEvent.keyDown(screen.getByLabelText("Value of pool"), {
    key: "Z",
    ctrlKey: true,
    shiftKey: true,
  });
  expect(shown()).toContain("pool: h100");
  press("Redo");
  expect(shown()).not.toContain("pool: ");
});

test("a claim is mounted with a name, a claim and a path", () => {
  render(<Draft start={"spec:\n  nodeSelector: {}\n"} />);
  press("Form");
  type("Volume to add", "corpus");
  fireEvent.keyDown(screen.getByLabelText("Volume to add"), { key: "Enter" });
  type("Claim", "team-claim");
  open("Container node");
  type("Volume to mount into node", "corpus");
  type("Mount path in node", "/corpus");
  press("Mount into node");
  expect(shown()).toContain("claimName: team-claim");
  expect(shown()).toMatch(
    /- name: node\n\s+volumeMounts:\n\s+- name: corpus\n\s+mountPath: \/corpus/,
  );
});

test("env of a reserved container is not offered, with the reason; of others with value and owner", () => {
  render(<Draft start={"spec: {}\n"} />);
  press("Form");
  const node = open("Container node");
  expect(node.textContent).toContain("overrides may not set it");
  expect(screen.queryByLabelText("Env to add to node")).toBeNull();
  const agent = open("Container agent");
  expect(agent.textContent).toContain("LOG_LEVEL=info");
  fireEvent.click(within(agent).getByRole("button", { name: "Take over LOG_LEVEL" }));
  type("Value of LOG_LEVEL", "trace");
  expect(shown()).toMatch(/- name: LOG_LEVEL\n\s+value: trace/);
});

test("what is wrong is said while it is typed", () => {
  render(<Draft start={"spec:\n  nodeSelector: {}\n"} />);
  press("Form");
  type("Node selector: key to add", "not a key");
  expect(section("Node selector").textContent).toContain("“not a key” is no label key");
  press("Add to Node selector");
  expect(shown()).toBe("spec:\n  nodeSelector: {}\n");
});

test("each section says before typing what becomes of it", () => {
  render(<Draft start={"spec: {}\n"} suspend={false} />);
  press("Form");
  expect(section("Tolerations").querySelector("summary")?.textContent).toContain("after suspend");
  cleanup();
  localStorage.clear();
  render(<Draft start={"targetJobs:\n- name: node\n"} dialect="podSpecOverrides" />);
  press("Form");
  expect(section("Affinity").querySelector("summary")?.textContent).toContain("refused");
  expect(open("Affinity").textContent).toContain("no such field here");
});

test("jobs of a text that names them are chosen in the form", () => {
  render(<Draft start={"targetJobs:\n- name: node\nspec: {}\n"} />);
  press("Form");
  fireEvent.click(within(section("Applies to")).getByRole("checkbox", { name: "node" }));
  expect(shown()).not.toContain("node");
});

test("a text that cannot be read keeps the form waiting", () => {
  render(<Draft start={"spec: [\n"} />);
  press("Form");
  expect(screen.getByText("The form waits: the text cannot be read.")).toBeDefined();
  press("Show the YAML");
  expect(screen.getByLabelText("editor")).toHaveProperty("value", "spec: [\n");
});

test("a toleration in effect is taken over, because a list replaces the earlier one", () => {
  render(<Draft start={"spec: {}\n"} />);
  press("Form");
  const tolerations = open("Tolerations");
  fireEvent.click(within(tolerations).getByRole("button", { name: /^Take over .*spot/ }));
  expect(shown()).toMatch(/tolerations:\n\s+- key: example.com\/spot\n\s+operator: Exists/);
});

test("a runtime patch is changed for the job that is chosen, and its other jobs stay", () => {
  const job = (name: string) =>
    `      - name: ${name}\n        template:\n          spec:\n            template:\n              spec:\n                nodeSelector:\n                  pool: ${name}\n`;
  const start = `template:\n  spec:\n    replicatedJobs:\n${job("node")}${job("data")}`;
  render(<Draft start={start} dialect="runtimePatches" />);
  press("Form");
  type("Settings of job", "1");
  type("Value of pool", "cpu");
  expect(shown()).toBe(start.replace("pool: data", "pool: cpu"));
});
