"use client";
import { ProblemScreen } from "#components/shell/problem-screen.tsx";

export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return <ProblemScreen error={error} onRetry={reset} />;
}
