/** A page of a resume as a picture, with what can be read on it. */
export type ResumePage = {
	/** PNG. */
	picture: Uint8Array;
	widthPx: number;
	heightPx: number;
	text: string;
};

/** What of a resume can be shown without opening it: pictures of its pages, or its text as harmless HTML; or why nothing can. */
export type ResumeView =
	| { shows: "pages"; pages: ResumePage[]; pageCount: number }
	| { shows: "text"; html: string }
	| { shows: "nothing"; why: "gone" | "other-kind" | "unreadable" };
