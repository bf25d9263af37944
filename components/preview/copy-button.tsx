"use client";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";

const SHOWN_MS = 1500;

export function CopyButton({ text, label }: { text: () => string; label: string }) {
  const t = useTranslations("common");
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text());
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <Button size="sm" onClick={() => void copy()}>
      {isCopied ? (
        <Check aria-hidden className="size-3.5" />
      ) : (
        <Copy aria-hidden className="size-3.5" />
      )}
      <span aria-live="polite">{isCopied ? t("copied") : label}</span>
    </Button>
  );
}
