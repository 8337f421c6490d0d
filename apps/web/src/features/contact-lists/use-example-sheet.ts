import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/browser/save-file.ts'
import { exampleSheet } from './contact-lists.api.ts'

/** Saves the example of a sheet. */
export function useExampleSheet() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: exampleSheet,
    onSuccess: (file) => saveFile(file, `${t('contact-lists.exampleFile')}.xlsx`),
  })
}
