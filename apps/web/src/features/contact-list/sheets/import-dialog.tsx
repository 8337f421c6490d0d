import type { ContactSheet } from '@guiche/contract'
import { useState } from 'react'
import { ChooseSheet } from './choose-sheet.tsx'
import { ImportProgress } from './import-progress.tsx'
import { MapColumns } from './map-columns.tsx'

interface Props {
  onImported: () => void
  onClose: () => void
}

/** Imports contacts from a sheet: choose it, see what each column becomes and what is wrong, then watch the import. */
export function ImportDialog({ onImported, onClose }: Props) {
  const [sheet, setSheet] = useState<ContactSheet>()
  if (!sheet) return <ChooseSheet onRead={setSheet} onClose={onClose} />
  if (sheet.state === 'ready') return <MapColumns sheet={sheet} onBegun={setSheet} onClose={onClose} />
  return <ImportProgress sheet={sheet} onImported={onImported} onClose={onClose} />
}
