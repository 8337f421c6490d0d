import type { ComposerExtension } from '../../features/messages/composer/index.ts'

const extensions: ComposerExtension[] = []

/** What the composer offers while one writes. Of two that are asked for at once, the first is shown. */
export const useComposerExtensions = (): readonly ComposerExtension[] => extensions
