import type { Testimonial } from "../../features/publishing/content-schema.ts";
import type { Content } from "../../features/publishing/documents/content.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import type { TestimonialView } from "./testimonial-card.tsx";

/** Returns a testimonial for its card. The portrait is beside the name and adds nothing, so its alt text is empty. */
export function viewTestimonial(content: Content, { id, quote, name, position, avatar }: Testimonial): TestimonialView {
	return { id, quote, name, position, avatar: resolvePicture(content, { src: avatar.src, alt: "" }) };
}
