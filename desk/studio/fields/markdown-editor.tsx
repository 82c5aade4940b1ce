import { useEffect, useRef, useState, type ReactNode } from "react";
import { Bold, Code, Heading2, Italic, Link, List, Table } from "lucide-react";
import { insertTextIntoField, wrapFieldSelection } from "text-field-edit";
import type { TextField } from "../../../features/publishing/forms/form-field.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { Field } from "../../../ui/field.tsx";
import { useDocumentForm } from "../form-context.ts";
import { labelOf, toText } from "./field-words.ts";
import type { FieldProps } from "./field-props.ts";

/** Delay of the preview after the last key. */
const drawAfterMs = 400;

type Tool = { label: string; icon: ReactNode; apply(field: HTMLTextAreaElement): void };

const tools: Tool[] = [
	{ label: "Heading", icon: <Heading2 size={16} aria-hidden="true" />, apply: (field) => beginLines(field, "## ") },
	{ label: "Bold", icon: <Bold size={16} aria-hidden="true" />, apply: (field) => wrapFieldSelection(field, "**") },
	{ label: "Italic", icon: <Italic size={16} aria-hidden="true" />, apply: (field) => wrapFieldSelection(field, "_") },
	{ label: "Link", icon: <Link size={16} aria-hidden="true" />, apply: insertLink },
	{ label: "List", icon: <List size={16} aria-hidden="true" />, apply: (field) => beginLines(field, "- ") },
	{ label: "Table", icon: <Table size={16} aria-hidden="true" />, apply: insertTable },
	{ label: "Code", icon: <Code size={16} aria-hidden="true" />, apply: (field) => wrapFieldSelection(field, "`") },
];

/** Markdown with buttons and a preview. */
export function MarkdownEditor({ field, name, value }: FieldProps<TextField>) {
	const { errors } = useDocumentForm();
	const isHydrated = useHydrated();
	const area = useRef<HTMLTextAreaElement>(null);
	const [text, setText] = useState(toText(value));
	return (
		<div className="studio-markdown">
			<Field
				name={name}
				label={labelOf(field)}
				hint={field.help ?? "Markdown: start a heading with ##, a list item with -."}
				errors={errors}
			>
				{(props) => (
					<>
						{isHydrated && (
							<div role="toolbar" aria-label={`${field.title}: format`} className="studio-tools">
								{tools.map(({ label, icon, apply }) => (
									<button key={label} type="button" title={label} onClick={() => area.current && apply(area.current)}>
										{icon}
										<span className="sr-only">{label}</span>
									</button>
								))}
							</div>
						)}
						<textarea
							{...props}
							ref={area}
							dir="auto"
							rows={Math.min(24, Math.max(6, text.split("\n").length + 2))}
							defaultValue={toText(value)}
							onInput={({ currentTarget }) => setText(currentTarget.value)}
						/>
					</>
				)}
			</Field>
			{isHydrated && <Drawn markdown={text} title={field.title} />}
		</div>
	);
}

/** The preview, rendered and cleaned by the server as for the site. */
function Drawn({ markdown, title }: { markdown: string; title: string }) {
	const [html, setHtml] = useState<string>();
	const [isOpen, setOpen] = useState(false);
	useEffect(() => {
		if (!isOpen) return;
		const leaving = new AbortController();
		const timer = setTimeout(() => void draw(markdown, leaving.signal).then(setHtml, () => {}), drawAfterMs);
		return () => {
			clearTimeout(timer);
			leaving.abort();
		};
	}, [markdown, isOpen]);
	return (
		<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary>
				Preview<span className="sr-only">: {title}</span>
			</summary>
			{/* The server has cleaned it as for the site: no script, style or handler passes. */}
			<div className="studio-drawn" dangerouslySetInnerHTML={{ __html: html ?? "" }} />
		</details>
	);
}

async function draw(markdown: string, signal: AbortSignal): Promise<string> {
	const response = await fetch("/studio/markdown", { method: "POST", body: new URLSearchParams({ markdown }), signal });
	if (!response.ok) throw new Error(`The rendering answered with ${response.status}`);
	return response.text();
}

/** Adds a prefix to each selected line. */
function beginLines(field: HTMLTextAreaElement, mark: string): void {
	const { value, selectionStart, selectionEnd } = field;
	const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
	field.setSelectionRange(from, selectionEnd);
	const lines = value.slice(from, selectionEnd).split("\n");
	insertTextIntoField(
		field,
		lines.map((line) => (line.startsWith(mark) ? line.slice(mark.length) : mark + line)).join("\n"),
	);
}

function insertLink(field: HTMLTextAreaElement): void {
	const { selectionStart, selectionEnd, value } = field;
	const words = value.slice(selectionStart, selectionEnd) || "words";
	insertTextIntoField(field, `[${words}](https://)`);
	const address = field.selectionEnd - 1;
	field.setSelectionRange(address - "https://".length, address);
}

function insertTable(field: HTMLTextAreaElement): void {
	insertTextIntoField(field, "\n| Column | Number |\n| --- | ---: |\n| Row | 1 |\n");
}
