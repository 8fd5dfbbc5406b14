/**
 * The public module `obsidian` as the headless host imitates it. Importing it does nothing else. It has every name
 * of the typings; an unknown name of later ones the loader answers with an error that names it.
 */
export { FileSystemAdapter } from './adapter';
export { App } from './app';
export { Component } from './component';
export { BaseComponent, ValueComponent } from './components/base';
export { ButtonComponent, ExtraButtonComponent } from './components/button';
export { DropdownComponent, ToggleComponent } from './components/choice';
export { DisplayValueComponent, SecretComponent } from './components/display';
export { ColorComponent, ProgressBarComponent, SliderComponent } from './components/number';
export {
  AbstractTextComponent,
  MomentFormatComponent,
  SearchComponent,
  TextAreaComponent,
  TextComponent,
} from './components/text';
export { debounce } from './debounce';
export { Editor } from './editor';
export {
  arrayBufferToBase64,
  arrayBufferToHex,
  base64ToArrayBuffer,
  getBlobArrayBuffer,
  hexToArrayBuffer,
} from './encoding';
export { Events } from './events';
export { FileManager } from './file-manager';
export { EditableFileView, FileView } from './file-view';
export { MarkdownView } from './file-views';
export { TAbstractFile, TFile, TFolder } from './files';
export { addIcon, getIcon, getIconIds, removeIcon, setIcon } from './icons';
export { getLinkpath, parseLinktext, resolveSubpath, stripHeading, stripHeadingForLink } from './link-text';
export { Keymap } from './keymap';
export { getLanguage } from './language';
export { MarkdownRenderChild, MarkdownRenderer } from './markdown-renderer';
export { Menu, MenuItem } from './menu';
export { MetadataCache } from './metadata-cache';
export {
  getAllTags,
  getFrontMatterInfo,
  iterateCacheRefs,
  iterateRefs,
  parseFrontMatterAliases,
  parseFrontMatterEntry,
  parseFrontMatterStringArray,
  parseFrontMatterTags,
} from './metadata-functions';
export { ConfirmationButton, ConfirmationModal, Modal } from './modal';
export { moment } from './moment';
export { Notice } from './notice';
export * from './not-imitated';
export { normalizePath } from './paths';
export { Platform } from './platform';
export { Plugin } from './plugin';
export { AbstractInputSuggest, EditorSuggest, PopoverSuggest } from './popover-suggest';
export { request, requestUrl } from './request';
export { Scope } from './scope';
export { SecretStorage } from './secret-storage';
export { Setting, SettingGroup } from './setting';
export { PluginSettingTab, SettingPage, SettingTab } from './setting-tab';
export { FuzzySuggestModal, SuggestModal } from './suggest-modal';
export { TextFileView } from './text-file-view';
export { prepareFuzzySearch, prepareSimpleSearch, sortSearchResults } from './text-search';
export { displayTooltip, setTooltip } from './tooltip';
export { Vault } from './vault';
export { apiVersion, requireApiVersion } from './version';
export { ItemView, View } from './views';
export { Workspace } from './workspace';
export { WorkspaceLeaf } from './workspace-leaf';
export { parseYaml, stringifyYaml } from './yaml';
