import { RuntimesScreen } from "#components/runtimes/runtimes-screen.tsx";

export const metadata = { title: "Runtimes" };

export default function RuntimesPage() {
  return <RuntimesScreen />;
}
