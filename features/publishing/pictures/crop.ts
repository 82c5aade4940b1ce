/** The point of a picture that has to stay visible, from 0 (left, top) to 1 (right, bottom). */
export type FocalPoint = { x: number; y: number };

export const middle: FocalPoint = { x: 0.5, y: 0.5 };

export type Box = { left: number; top: number; width: number; height: number };

/**
 * Finds the largest part of a picture with a ratio, its middle as near to the focal point as possible.
 * @param ratio width to height; without one, the whole picture
 * @returns whole pixels within the picture
 */
export function cropAround(
	size: { width: number; height: number },
	focal: FocalPoint,
	ratio: readonly [number, number] | undefined,
): Box {
	if (!ratio) return { left: 0, top: 0, ...size };
	const wanted = ratio[0] / ratio[1];
	const isTooWide = size.width / size.height > wanted;
	const width = isTooWide ? Math.max(1, Math.round(size.height * wanted)) : size.width;
	const height = isTooWide ? size.height : Math.max(1, Math.round(size.width / wanted));
	return {
		left: placeWithin(focal.x * size.width - width / 2, size.width - width),
		top: placeWithin(focal.y * size.height - height / 2, size.height - height),
		width,
		height,
	};
}

function placeWithin(wanted: number, most: number): number {
	return Math.round(Math.min(Math.max(wanted, 0), most));
}

/** Reads a focal point of a form, in hundredths; the middle when invalid. */
export function readFocalPoint(x: string | null, y: string | null): FocalPoint {
	return { x: readShare(x), y: readShare(y) };
}

function readShare(text: string | null): number {
	const share = text === null || text.trim() === "" ? Number.NaN : Number(text) / 100;
	return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0.5;
}
