import { useMediaQuery } from '@mantine/hooks'

const immediately = { getInitialValueInEffect: false }

/** In px of the usual font size: with a larger one in the browser, a window has space for less. */
const useIsBelow = (px: number): boolean => useMediaQuery(`(max-width: ${(px - 1) / 16}rem)`, false, immediately)

/** Below 600 px (docs/requirements/workspace.md, section 9: narrow layout). */
export const useIsPhone = (): boolean => useIsBelow(600)

/** Below 900 px the rail becomes a menu. */
export const useIsNarrow = (): boolean => useIsBelow(900)

/** Below 1600 px an open menu leaves too little space for the conversation and the contact beside it. */
export const useHasRoomForMenu = (): boolean => !useIsBelow(1600)
