/** Kubernetes' name rules, with the texts of the API machinery. Each function gives the findings, none when fine. */

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL_1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const QUALIFIED_PART = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_1035_TEXT =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const QUALIFIED_TEXT =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE_TEXT =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

const tooLong = (limit: number): string => `must be no more than ${limit} characters`;

export function subdomainFindings(name: string): readonly string[] {
  const findings: string[] = [];
  if (name.length > 253) findings.push(tooLong(253));
  if (!SUBDOMAIN.test(name)) findings.push(SUBDOMAIN_TEXT);
  return findings;
}

export function label1035Findings(name: string): readonly string[] {
  const findings: string[] = [];
  if (name.length > 63) findings.push(tooLong(63));
  if (!LABEL_1035.test(name)) findings.push(LABEL_1035_TEXT);
  return findings;
}

export function labelValueFindings(value: string): readonly string[] {
  const findings: string[] = [];
  if (value.length > 63) findings.push(tooLong(63));
  if (!LABEL_VALUE.test(value)) findings.push(LABEL_VALUE_TEXT);
  return findings;
}

/** Keys of labels and annotations: an optional subdomain, a slash, and a name of at most 63 characters. */
export function qualifiedNameFindings(key: string): readonly string[] {
  const parts = key.split("/");
  const findings: string[] = [];
  const name = parts.at(-1) ?? "";
  if (parts.length > 2)
    return [
      "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ];
  if (parts.length === 2) {
    const prefix = parts[0] ?? "";
    if (prefix === "") findings.push("prefix part must be non-empty");
    else findings.push(...subdomainFindings(prefix).map((text) => `prefix part ${text}`));
  }
  if (name === "") findings.push("name part must be non-empty");
  else if (name.length > 63) findings.push(`name part ${tooLong(63)}`);
  if (!QUALIFIED_PART.test(name)) findings.push(QUALIFIED_TEXT);
  return findings;
}
