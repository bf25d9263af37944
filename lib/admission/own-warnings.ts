/** How the warnings end that are this project's own (rule P7): no cluster gives them. */
export const OWN_WARNING_END = "; Trainer admits this and cannot apply it";

export function isOwnWarning(text: string): boolean {
  return text.endsWith(OWN_WARNING_END);
}
