/** Overviews of the vault that are resources beside its notes. */
export const guideUri = 'vault-info://guide';
export const tagsUri = 'vault-info://tags';
