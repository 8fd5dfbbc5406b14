/**
 * The public module `obsidian` as the headless host imitates it. Importing it has no other effect. It has
 * every name of the typings; for an unknown name of a later version the loader throws an error that names it.
 */
export { FileSystemAdapter } from './disk/adapter';
export { App } from './app';
export { Component } from './core/component';
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
export { debounce } from './core/debounce';
export { Editor } from './workspace/editor';
export {
  arrayBufferToBase64,
  arrayBufferToHex,
  base64ToArrayBuffer,
  getBlobArrayBuffer,
  hexToArrayBuffer,
} from './core/encoding';
export { Events } from './core/events';
export { FileManager } from './vault/file-manager';
export { EditableFileView, FileView } from './workspace/file-view';
export { MarkdownView } from './workspace/file-views';
export { TAbstractFile, TFile, TFolder } from './vault/files';
export { addIcon, getIcon, getIconIds, removeIcon, setIcon } from './dom/icons';
export {
  getLinkpath,
  parseLinktext,
  resolveSubpath,
  stripHeading,
  stripHeadingForLink,
} from './links/link-text';
export { Keymap } from './dom/keymap';
export { getLanguage } from './core/language';
export { MarkdownRenderChild, MarkdownRenderer } from './ui/markdown-renderer';
export { Menu, MenuItem } from './ui/menu';
export { MetadataCache } from './metadata/metadata-cache';
export {
  getAllTags,
  getFrontMatterInfo,
  iterateCacheRefs,
  iterateRefs,
  parseFrontMatterAliases,
  parseFrontMatterEntry,
  parseFrontMatterStringArray,
  parseFrontMatterTags,
} from './metadata/metadata-functions';
export { ConfirmationButton, ConfirmationModal, Modal } from './ui/modal';
export { moment } from './core/moment';
export { Notice } from './ui/notice';
export * from './core/not-imitated';
export { loadPdfJs } from './pdf/pdf-js';
export { normalizePath } from './vault/paths';
export { Platform } from './core/platform';
export { Plugin } from './plugins/plugin';
export { AbstractInputSuggest, EditorSuggest, PopoverSuggest } from './ui/popover-suggest';
export { request, requestUrl } from './plugins/request';
export { Scope } from './dom/scope';
export { SecretStorage } from './plugins/secret-storage';
export { Setting, SettingGroup } from './settings/setting';
export { PluginSettingTab, SettingPage, SettingTab } from './settings/setting-tab';
export { FuzzySuggestModal, SuggestModal } from './ui/suggest-modal';
export { TextFileView } from './workspace/text-file-view';
export { prepareFuzzySearch, prepareSimpleSearch, sortSearchResults } from './ui/text-search';
export { displayTooltip, setTooltip } from './dom/tooltip';
export { Vault } from './vault/vault';
export { apiVersion, requireApiVersion } from './core/version';
export { ItemView, View } from './workspace/views';
export { Workspace } from './workspace/workspace';
export { WorkspaceLeaf } from './workspace/workspace-leaf';
export { parseYaml, stringifyYaml } from './metadata/reading/yaml';
