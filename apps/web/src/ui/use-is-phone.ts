import { useMediaQuery } from '@mantine/hooks'
import { breakpoints } from './numbers.ts'

const immediately = { getInitialValueInEffect: false }

/** In px of the usual font size: with a larger one in the browser, a window has space for less. */
const useIsBelow = (px: number): boolean => useMediaQuery(`(max-width: ${(px - 1) / 16}rem)`, false, immediately)

export const useIsPhone = (): boolean => useIsBelow(breakpoints.phone)
export const useIsNarrow = (): boolean => useIsBelow(breakpoints.narrow)
export const useHasRoomForMenu = (): boolean => !useIsBelow(breakpoints.wide)
