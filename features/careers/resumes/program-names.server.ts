/**
 * File name endings that run something when opened: programs, scripts, links to them, installers, disk images, and documents with macros,
 * on Windows, macOS and Linux.
 */
const endings = new Set(
	[
		"ade adp app application appref-ms appimage appinstaller appx appxbundle bat bash chm cmd com command cpl csh deb desktop dll dmg",
		"docm dotm elf exe fxp gadget hlp hta img inf ins iso isp jar jnlp js jse ksh lnk mad maf mag mam maq mar mas mat mau mav maw",
		"mcf mda mdb mde mdt mdw mdz msc msh msh1 msh2 msi msix msp mst ocx ops pcd phar php pif pkg pl plg potm ppam ppsm pptm",
		"prf prg ps1 ps1xml ps2 ps2xml psc1 psc2 psm1 pst py pyc pyw pyz rb reg rpm run scf scpt scr sct settingcontent-ms sh shb shs",
		"sldm swf sys tcsh terminal url vb vbe vbp vbs vhd vhdx vsmacros vsw vxd webloc workflow ws wsc wsf wsh xbap xlam xll xlm",
		"xlsm xltm xnk zsh",
	].flatMap((line) => line.split(" ")),
);

/** Characters that Windows ignores at the end of a name. */
const passedOver = /[.\s\0]/;

/** Tells by a file's name whether opening it would run something, in linear time. */
export function isProgramName(name: string): boolean {
	// A regular expression would start again at each dot, and a name may be as long as a file.
	let end = name.length;
	while (end > 0 && passedOver.test(name.charAt(end - 1))) end -= 1;
	const dot = name.lastIndexOf(".", end - 1);
	return (
		dot !== -1 &&
		endings.has(
			name
				.slice(dot + 1, end)
				.trim()
				.toLowerCase(),
		)
	);
}
