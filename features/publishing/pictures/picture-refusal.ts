/** A picture is not taken; the message says why and what helps, as a sentence for whoever uploads it. */
export class PictureRefusal extends Error {
	constructor(message: string) {
		super(message);
		this.name = "PictureRefusal";
	}
}
