import { useWindow } from './context.ts'
import { Panel } from './panel.tsx'

/** The chat as a page of its own. */
export function Page() {
  const { state, t } = useWindow()
  if (state.isMissing && !state.info) return <p class="missing">{t('unavailable')}</p>
  return state.info ? (
    <main>
      <Panel />
    </main>
  ) : (
    <p class="missing late" role="status">
      {t('offline')}
    </p>
  )
}
