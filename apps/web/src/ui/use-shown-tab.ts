import { type RefObject, useEffect, useRef } from 'react'

/** On a phone the tabs are scrolled. Scrolls to the one that is open, also when the dialog itself has changed it. */
export function useShownTab(tab: string | null): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return list
}
