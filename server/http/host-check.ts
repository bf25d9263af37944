/** The host name of a Host header is one that this server answers for; stops DNS rebinding. `*` allows any. */
export function isAllowedHost(host: string | undefined, allowed: readonly string[]): boolean {
  if (allowed.includes("*")) return true;
  if (host === undefined) return false;
  const name = host.toLowerCase().replace(/:\d+$/, "");
  return allowed.includes(name);
}
