import type { Metadata } from "next";
import { JobScreen } from "#components/jobs/job-screen.tsx";

type Params = { params: Promise<{ namespace: string; name: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: decodeURIComponent((await params).name) };
}

export default async function JobPage({ params }: Params) {
  const { namespace, name } = await params;
  return <JobScreen namespace={decodeURIComponent(namespace)} name={decodeURIComponent(name)} />;
}
