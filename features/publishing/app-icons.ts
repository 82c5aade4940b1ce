/** An icon of the installed desk; its size in pixels. */
export type AppIcon = { size: number; isMaskable: boolean };

/** The icons of the installed desk, by file name. A mask cuts a maskable one to the shape that a phone likes. */
export const appIcons: Readonly<Record<string, AppIcon>> = {
	"180.png": { size: 180, isMaskable: false },
	"192.png": { size: 192, isMaskable: false },
	"512.png": { size: 512, isMaskable: false },
	"maskable-512.png": { size: 512, isMaskable: true },
};

/** The one for iPhones and iPads. */
export const touchIcon = "180.png";
