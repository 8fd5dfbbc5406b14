/**
 * The public module `obsidian` as the headless host imitates it. Importing it does nothing else; what is missing
 * here, the loader answers with an error that names it.
 */
export { FileSystemAdapter } from './adapter';
export { App } from './app';
export { Component } from './component';
export { Events } from './events';
export { FileManager } from './file-manager';
export { TAbstractFile, TFile, TFolder } from './files';
export { addIcon, getIcon, getIconIds, removeIcon, setIcon } from './icons';
export { MetadataCache } from './metadata-cache';
export { Notice } from './notice';
export { normalizePath } from './paths';
export { Platform } from './platform';
export { Plugin } from './plugin';
export { SecretStorage } from './secret-storage';
export { PluginSettingTab, SettingTab } from './setting-tab';
export { Vault } from './vault';
export { apiVersion, requireApiVersion } from './version';
export { EditableFileView, FileView, ItemView, MarkdownView, TextFileView, View } from './views';
export { Workspace } from './workspace';
export { WorkspaceLeaf } from './workspace-leaf';
