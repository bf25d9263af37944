import { JobsScreen } from "#components/jobs/jobs-screen.tsx";

export const metadata = { title: "TrainJobs" };

export default function JobsPage() {
  return <JobsScreen />;
}
