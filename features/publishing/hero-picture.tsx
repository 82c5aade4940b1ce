import { useState } from "react";
import heroSvg from "../../content/pictures/home/hero.svg?raw";
import heroUrl from "../../content/pictures/home/hero.svg?url";

/**
 * The home page's illustration, which says nothing that the text beside it does not.
 *
 * It stands in the page's own HTML, where it costs no request and cannot be the late largest paint; the scripts hold no copy of it, so
 * a visitor who comes from another page gets it as a file.
 */
export function HeroPicture({ className }: { className: string }) {
	const [svg] = useState(readSvg);
	if (!svg) return <img src={heroUrl} alt="" width="960" height="840" className={className} />;
	return <div id={elementId} aria-hidden="true" className={className} dangerouslySetInnerHTML={{ __html: svg }} />;
}

const elementId = "hero-picture";

function readSvg(): string | undefined {
	return import.meta.env.SSR ? heroSvg : document.getElementById(elementId)?.innerHTML;
}
