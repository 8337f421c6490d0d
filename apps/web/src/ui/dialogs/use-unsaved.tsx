import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { type Answers, holdUnsaved } from './unsaved.ts'

/**
 * Asks before unsaved input is lost, also by the browser's Back and reload (docs/requirements/workspace.md, section
 * 15). Every dialog with `isDirty` does; a form on a page uses this hook with `asksLinks` and renders `question`.
 */
export function useUnsaved(isDirty: boolean, { asksLinks = false } = {}) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Answers>()
  useEffect(() => (isDirty ? holdUnsaved({ asksLinks, ask: setAsked }) : undefined), [isDirty, asksLinks])

  function answer(choice: keyof Answers) {
    setAsked(undefined)
    asked?.[choice]()
  }

  const question = asked && (
    <ConfirmDialog
      title={t('ui.dialog.discardTitle')}
      action={t('ui.dialog.discard')}
      cancel={t('ui.dialog.keepEditing')}
      isDanger
      onClose={() => answer('stay')}
      onConfirm={() => answer('leave')}
    >
      {t('ui.dialog.discardText')}
    </ConfirmDialog>
  )
  return { isAsking: asked !== undefined, ask: setAsked, question }
}
