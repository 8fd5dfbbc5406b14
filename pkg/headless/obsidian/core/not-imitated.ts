/**
 * Names of the typings that the host does not imitate: a bundle may name them, extend them and test
 * `instanceof`; using one throws an error with its name.
 */
import { guardObject, missingClass, missingFunction } from './strict';

export const BasesEntry = missingClass('BasesEntry');
export const BasesEntryGroup = missingClass('BasesEntryGroup');
export const BasesQueryResult = missingClass('BasesQueryResult');
export const BasesView = missingClass('BasesView');
export const BasesViewConfig = missingClass('BasesViewConfig');
export const BooleanValue = missingClass('BooleanValue');
export const CapacitorAdapter = missingClass('CapacitorAdapter');
export const DateValue = missingClass('DateValue');
export const DurationValue = missingClass('DurationValue');
export const FileValue = missingClass('FileValue');
export const HTMLValue = missingClass('HTMLValue');
export const HoverPopover = missingClass('HoverPopover');
export const IconValue = missingClass('IconValue');
export const ImageValue = missingClass('ImageValue');
export const LinkValue = missingClass('LinkValue');
export const ListValue = missingClass('ListValue');
export const MarkdownEditView = missingClass('MarkdownEditView');
export const MarkdownPreviewRenderer = missingClass('MarkdownPreviewRenderer');
export const MarkdownPreviewView = missingClass('MarkdownPreviewView');
export const MenuSeparator = missingClass('MenuSeparator');
export const NotNullValue = missingClass('NotNullValue');
export const NullValue = missingClass('NullValue');
export const NumberValue = missingClass('NumberValue');
export const ObjectValue = missingClass('ObjectValue');
export const PrimitiveValue = missingClass('PrimitiveValue');
export const QueryController = missingClass('QueryController');
export const RegExpValue = missingClass('RegExpValue');
export const RelativeDateValue = missingClass('RelativeDateValue');
export const RenderContext = missingClass('RenderContext');
export const StringValue = missingClass('StringValue');
export const TagValue = missingClass('TagValue');
export const Tasks = missingClass('Tasks');
export const UrlValue = missingClass('UrlValue');
export const Value = missingClass('Value');
export const WorkspaceContainer = missingClass('WorkspaceContainer');
export const WorkspaceFloating = missingClass('WorkspaceFloating');
export const WorkspaceItem = missingClass('WorkspaceItem');
export const WorkspaceMobileDrawer = missingClass('WorkspaceMobileDrawer');
export const WorkspaceParent = missingClass('WorkspaceParent');
export const WorkspaceRibbon = missingClass('WorkspaceRibbon');
export const WorkspaceRoot = missingClass('WorkspaceRoot');
export const WorkspaceSidedock = missingClass('WorkspaceSidedock');
export const WorkspaceSplit = missingClass('WorkspaceSplit');
export const WorkspaceTabs = missingClass('WorkspaceTabs');
export const WorkspaceWindow = missingClass('WorkspaceWindow');

export const finishRenderMath = missingFunction('finishRenderMath');
export const htmlToMarkdown = missingFunction('htmlToMarkdown');
export const loadMathJax = missingFunction('loadMathJax');
export const loadMermaid = missingFunction('loadMermaid');
export const loadPrism = missingFunction('loadPrism');
export const parsePropertyId = missingFunction('parsePropertyId');
export const renderMatches = missingFunction('renderMatches');
export const renderMath = missingFunction('renderMath');
export const renderResults = missingFunction('renderResults');
export const sanitizeHTMLToDom = missingFunction('sanitizeHTMLToDom');

/** Fields of an editor's state, by which its extensions read what the editor knows. */
export const editorEditorField = guardObject({}, 'editorEditorField');
export const editorInfoField = guardObject({}, 'editorInfoField');
export const editorLivePreviewField = guardObject({}, 'editorLivePreviewField');
export const editorViewField = guardObject({}, 'editorViewField');
export const livePreviewState = guardObject({}, 'livePreviewState');

/** The typings give it no members. */
export const PopoverState = guardObject({}, 'PopoverState');
