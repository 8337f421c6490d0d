export { MoveButton } from './move-button.tsx'
export { usePhoneMove } from './moves.api.ts'
export { WhatChanges } from './what-changes.tsx'
