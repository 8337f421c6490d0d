export { Composer, type ComposerHandle, type RenderShut } from './composer.tsx'
export { PlainComposer, type PlainComposerHandle, type WrittenFile } from './plain/plain-composer.tsx'
export type { ComposerExtension, ExtensionMenuProps } from './extensions/index.ts'
