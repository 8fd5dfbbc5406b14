/** The module `obsidian` of the page: the host's classes that draw. What is missing here fails the build by its name. */
export { Component } from '../../../pkg/headless/obsidian/core/component';
export { BaseComponent, ValueComponent } from '../../../pkg/headless/obsidian/components/base';
export { ButtonComponent, ExtraButtonComponent } from '../../../pkg/headless/obsidian/components/button';
export { DropdownComponent, ToggleComponent } from '../../../pkg/headless/obsidian/components/choice';
export { DisplayValueComponent } from '../../../pkg/headless/obsidian/components/display';
export { ProgressBarComponent, SliderComponent } from '../../../pkg/headless/obsidian/components/number';
export {
  SearchComponent,
  TextAreaComponent,
  TextComponent,
} from '../../../pkg/headless/obsidian/components/text';
export { getLanguage } from '../../../pkg/headless/obsidian/core/language';
export { Platform } from '../../../pkg/headless/obsidian/core/platform';
export { debounce } from '../../../pkg/headless/obsidian/core/debounce';
export { Events } from '../../../pkg/headless/obsidian/core/events';
export { addIcon, getIcon, setIcon } from '../../../pkg/headless/obsidian/dom/icons';
export { Menu, MenuItem } from '../../../pkg/headless/obsidian/ui/menu';
export { ConfirmationModal, Modal } from '../../../pkg/headless/obsidian/ui/modal';
export { FuzzySuggestModal, SuggestModal } from '../../../pkg/headless/obsidian/ui/suggest-modal';
export { Notice } from '../../../pkg/headless/obsidian/ui/notice';
export { normalizePath } from '../../../pkg/headless/obsidian/vault/paths';
export { Plugin } from '../../../pkg/headless/obsidian/plugins/plugin';
export { Setting, SettingGroup } from '../../../pkg/headless/obsidian/settings/setting';
export {
  PluginSettingTab,
  SettingPage,
  SettingTab,
} from '../../../pkg/headless/obsidian/settings/setting-tab';
export { setTooltip } from '../../../pkg/headless/obsidian/dom/tooltip';
export { ItemView, View } from '../../../pkg/headless/obsidian/workspace/views';
