/** On touch devices, focusing a field opens the keyboard, which covers half of the screen. */
export const isTouchDevice = (): boolean => matchMedia('(pointer: coarse)').matches
