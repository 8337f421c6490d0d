export { ExtensionButtons } from './extension-buttons.tsx'
export type { ComposerExtension, ExtensionMenuProps } from './extension.ts'
export { type FieldMenu, useFieldMenu } from './use-field-menu.tsx'
export { insertAt } from './insert-at.ts'
