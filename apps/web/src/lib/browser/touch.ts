/** Worked by fingers: there, a field that takes the focus unasked brings the keyboard over half of the screen. */
export const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches
