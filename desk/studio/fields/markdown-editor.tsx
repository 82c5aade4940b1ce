import { Bold, Code, Heading, Italic, Link, List, Image, Plus, Table } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import type { TextField } from "../../../features/publishing/forms/form-field.ts";
import type { PastedMarkdown } from "../../../features/publishing/pasted-markdown.ts";
import { Field, type ControlProps } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { useDocumentForm } from "../form-context.ts";
import { TextPictures, type TextPicturesHandle } from "../pictures/text-pictures.tsx";
import type { CommandName } from "../rich-text/commands.ts";
import type { RichText } from "../rich-text/create-rich-text.ts";
import type { FieldProps } from "./field-props.ts";
import { labelOf, toText } from "./field-words.ts";

const plainHint = "Markdown: start a heading with ##, a list item with -.";
const richHint = "Markdown. Type / to insert headings, tables, pictures and more.";

/** Delay of the preview after the last key. */
const drawAfterMs = 400;

const tools: { name: CommandName; label: string; icon: ReactNode }[] = [
	{ name: "heading", label: "Heading", icon: <Heading size={16} aria-hidden="true" /> },
	{ name: "bold", label: "Bold", icon: <Bold size={16} aria-hidden="true" /> },
	{ name: "italic", label: "Italic", icon: <Italic size={16} aria-hidden="true" /> },
	{ name: "link", label: "Link", icon: <Link size={16} aria-hidden="true" /> },
	{ name: "list", label: "List", icon: <List size={16} aria-hidden="true" /> },
	{ name: "picture", label: "Picture", icon: <Image size={16} aria-hidden="true" /> },
	{ name: "table", label: "Table", icon: <Table size={16} aria-hidden="true" /> },
	{ name: "code", label: "Code", icon: <Code size={16} aria-hidden="true" /> },
	{ name: "menu", label: "Insert", icon: <Plus size={16} aria-hidden="true" /> },
];

/** Markdown with a preview: a textarea, which becomes an editor when it comes into view and scripts run. */
export function MarkdownEditor({ field, name, value }: FieldProps<TextField>) {
	const { errors } = useDocumentForm();
	const isHydrated = useHydrated();
	const given = toText(value);
	const [text, setText] = useState(given);
	return (
		<div className="studio-markdown">
			<Field
				name={name}
				label={labelOf(field)}
				hint={field.help ?? (isHydrated ? richHint : plainHint)}
				errors={errors}
			>
				{(control) => <TextArea control={control} field={field} given={given} text={text} onText={setText} />}
			</Field>
			{isHydrated && <Drawn markdown={text} title={field.title} />}
		</div>
	);
}

type TextAreaProps = {
	control: ControlProps;
	field: TextField;
	given: string;
	text: string;
	onText(text: string): void;
};

function TextArea({ control, field: { title, firstHeading }, given, text, onText }: TextAreaProps) {
	const { choices, pictures, announce } = useDocumentForm();
	const area = useRef<HTMLTextAreaElement>(null);
	const place = useRef<HTMLDivElement>(null);
	const editor = useRef<RichText>(undefined);
	const textPictures = useRef<TextPicturesHandle>(null);
	const [isRich, setRich] = useState(false);
	const [message, setMessage] = useState("");
	const tell = (told: string) => {
		setMessage(told);
		announce(told);
	};
	const take = useEffectEvent((changed: string) => {
		if (!area.current) return;
		area.current.value = changed;
		area.current.dispatchEvent(new InputEvent("input", { bubbles: true }));
	});
	const { id: editorId, "aria-describedby": describedBy, "aria-invalid": isInvalid } = control;
	const readAttributes = useEffectEvent(() => ({
		id: editorId,
		role: "textbox",
		"aria-multiline": "true",
		"aria-label": title,
		...(describedBy !== undefined && { "aria-describedby": describedBy }),
		...(isInvalid && { "aria-invalid": "true" }),
	}));
	const makeRich = useEffectEvent(async (isWanted: () => boolean) => {
		const { createRichText } = await import("../rich-text/create-rich-text.ts");
		const [element, around] = [area.current, place.current];
		if (!element || !around || !isWanted()) return;
		const hadFocus = document.activeElement === element;
		const { selectionStart, selectionEnd } = element;
		const [label] = element.labels;
		const made = createRichText(around, {
			text: element.value,
			readAttributes,
			pages: choices.pages ?? [],
			firstHeading: firstHeading ?? 2,
			findUrl: (path) => textPictures.current?.findUrl(path) ?? pictures.find(({ src }) => src === path)?.url,
			choosePicture: () => textPictures.current?.choose(),
			convert: convertPasted,
			upload: (id, files) => textPictures.current?.send(id, files),
			tell,
			onChange: take,
		});
		editor.current = made;
		label?.addEventListener("click", () => made.focus());
		setRich(true);
		if (!hadFocus) return;
		made.focus();
		made.select(selectionStart, selectionEnd);
	});
	useEffect(() => editor.current?.updateAttributes(), [describedBy, isInvalid]);
	useEffect(() => {
		const around = place.current;
		if (!around) return undefined;
		let isWanted = true;
		const observer = new IntersectionObserver(
			(entries) => {
				if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
				observer.disconnect();
				// Without the editor the textarea stays, which does as well.
				void makeRich(() => isWanted).catch(() => {});
			},
			{ rootMargin: "400px" },
		);
		observer.observe(around);
		return () => {
			isWanted = false;
			observer.disconnect();
			editor.current?.close();
			editor.current = undefined;
		};
	}, []);

	return (
		<>
			<div ref={place} className="studio-rich" data-rich={isRich || undefined}>
				{isRich && (
					<div role="toolbar" aria-label={`${title}: format`} className="studio-tools">
						{tools.map(({ name, label, icon }) => (
							<button key={name} type="button" title={label} onClick={() => editor.current?.run(name)}>
								{icon}
								<span className="sr-only">{label}</span>
							</button>
						))}
					</div>
				)}
				<textarea
					{...control}
					ref={area}
					id={isRich ? undefined : control.id}
					className={isRich ? "sr-only" : undefined}
					aria-hidden={isRich || undefined}
					tabIndex={isRich ? -1 : undefined}
					dir="auto"
					rows={Math.min(24, Math.max(6, text.split("\n").length + 2))}
					defaultValue={given}
					onInput={({ currentTarget }) => {
						onText(currentTarget.value);
						editor.current?.setText(currentTarget.value);
					}}
				/>
			</div>
			{message !== "" && <p className="studio-rich-message">{message}</p>}
			{isRich && (
				<TextPictures
					handle={textPictures}
					onTaken={(paths, id) => editor.current?.insertPictures(paths, id)}
					tell={tell}
				/>
			)}
		</>
	);
}

async function convertPasted(html: string): Promise<PastedMarkdown | undefined> {
	const response = await fetch("/studio/markdown", { method: "POST", body: new URLSearchParams({ html }) });
	return response.ok ? ((await response.json()) as PastedMarkdown) : undefined;
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
