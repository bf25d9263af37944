export function jobHref({ namespace, name }: { namespace: string; name: string }): string {
  return `/jobs/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}
