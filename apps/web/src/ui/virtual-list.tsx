import type { CSSProperties } from 'react'
import type { CustomContainerComponentProps } from 'virtua'

/*
 * The list elements of virtual lists. The library lets rows ignore the pointer while a list scrolls and for a moment
 * after it, so a press right after a scroll, or when a message has just arrived, would do nothing.
 */

export const OrderedList = ({ style, children, ref }: CustomContainerComponentProps) => (
  <ol ref={ref} style={withPointer(style)}>
    {children}
  </ol>
)

export const UnorderedList = ({ style, children, ref }: CustomContainerComponentProps) => (
  <ul ref={ref} style={withPointer(style)}>
    {children}
  </ul>
)

const withPointer = (style: CSSProperties): CSSProperties => ({ ...style, pointerEvents: undefined })
