import { type RefObject, useLayoutEffect } from 'react'

const isNative = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** Makes the field as high as its text in browsers that cannot do so by themselves. Its style limits the height. */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (!isNative && field.current) fitToText(field.current)
  }, [field, text])
}

function fitToText(area: HTMLTextAreaElement) {
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
}
