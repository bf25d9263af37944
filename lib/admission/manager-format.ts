import type { FieldError } from "../schema/field-error.ts";
import { toGoValue } from "../schema/go-value.ts";
import { subdomainFindings } from "./dns-names.ts";

const PATH = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;
const PATH_TEXT = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";

/** A manager is a domain-prefixed path such as `acme.io/foo`; findings with upstream's texts. */
export function checkManager(manager: string, field: string): readonly FieldError[] {
  if (manager === "") return [{ type: "Required", field, message: "" }];
  const slash = manager.indexOf("/");
  const [domain, path] = [manager.slice(0, Math.max(slash, 0)), manager.slice(slash + 1)];
  if (slash === -1 || domain === "" || path === "") {
    const message = 'must be a domain-prefixed path (such as "acme.io/foo")';
    return [{ type: "Invalid", field, value: toGoValue(manager), message }];
  }
  const errors: FieldError[] = subdomainFindings(domain).map((message) => ({
    type: "Invalid",
    field,
    value: toGoValue(domain),
    message,
  }));
  if (!PATH.test(path))
    errors.push({ type: "Invalid", field, value: toGoValue(path), message: PATH_TEXT });
  return errors;
}
