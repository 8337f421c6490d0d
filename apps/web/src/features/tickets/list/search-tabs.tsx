import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type SearchTab, searchTabs } from './list-view.ts'
import styles from './search-tabs.module.css'

interface Props {
  current: SearchTab
  counts: Partial<Record<SearchTab, string>>
  onChange: (tab: SearchTab) => void
}

/** The kinds of results. */
export function SearchTabs({ current, counts, onChange }: Props) {
  const { t } = useTranslation()

  function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = searchTabs[(searchTabs.indexOf(current) + step + searchTabs.length) % searchTabs.length]
    if (!next) return
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[searchTabs.indexOf(next)]?.focus()
    onChange(next)
  }

  return (
    <div className={styles.tabs} role="tablist" aria-label={t('tickets.heading.search')} onKeyDown={moveFocus}>
      {searchTabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`search-tab-${tab}`}
          aria-selected={tab === current}
          aria-controls="tickets-panel"
          tabIndex={tab === current ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(tab)}
        >
          {t(`search.kind.${tab}`)}
          {counts[tab] !== undefined && <span className="figures">{counts[tab]}</span>}
        </button>
      ))}
    </div>
  )
}
