import { useEffect, useRef } from "react";
import { playVideoAgain, playVideoOnPress } from "./play-video.ts";

/** A text rendered from the editors' Markdown; its videos load when they are pressed. */
export function Prose({ html, className = "" }: { html: string; className?: string }) {
	const text = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const element = text.current;
		if (!element?.querySelector("[data-embed]")) return undefined;
		playVideoAgain(element);
		element.addEventListener("click", playVideoOnPress);
		return () => element.removeEventListener("click", playVideoOnPress);
	}, [html]);
	return <div ref={text} className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
