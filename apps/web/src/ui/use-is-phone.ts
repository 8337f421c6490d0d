import { useMediaQuery } from '@mantine/hooks'

const immediately = { getInitialValueInEffect: false }

/** Below 600 px (docs/requirements/workspace.md, section 9: narrow layout). */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 599px)', false, immediately)

/** Below 900 px the rail becomes a menu. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 899px)', false, immediately)

/** Below 1200 px the rail has no space for labels beside list and conversation. */
export const useIsMedium = (): boolean => useMediaQuery('(max-width: 1199px)', false, immediately)
