import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  id: string
  isActive: boolean
  /** What screen readers read after the active option. */
  describedBy?: string
  onActive: () => void
  onChoose: () => void
  children: ReactNode
}

/** An option of a menu over the composer. */
export function Option({ id, isActive, describedBy, onActive, onChoose, children }: Props) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])

  return (
    <li
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      aria-describedby={isActive ? describedBy : undefined}
      onMouseMove={isActive ? undefined : onActive}
      onClick={onChoose}
    >
      {children}
    </li>
  )
}
