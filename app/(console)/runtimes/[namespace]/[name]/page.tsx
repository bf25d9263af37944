import type { Metadata } from "next";
import { RuntimeScreen } from "#components/runtimes/runtime-screen.tsx";

type Params = { params: Promise<{ namespace: string; name: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: decodeURIComponent((await params).name) };
}

/** A ClusterTrainingRuntime has no namespace: `-` stands for that. */
export default async function RuntimePage({ params }: Params) {
  const { namespace, name } = await params;
  const place = decodeURIComponent(namespace);
  return (
    <RuntimeScreen namespace={place === "-" ? undefined : place} name={decodeURIComponent(name)} />
  );
}
