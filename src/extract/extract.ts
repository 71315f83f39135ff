export { answerQuestion, highlightsOf } from './answers/answer-question.ts'
export { summaryOf } from './answers/summarize.ts'
export type { PageTrace } from './choose/site-knowledge.ts'
export { assemble } from './compose/assemble.ts'
export type { FoundValue } from './compose/assemble.ts'
export { realignLinks } from './compose/record-links.ts'
export { extractJson } from './extract-json.ts'
export type { ExtractJsonOptions } from './extract-json.ts'
export { headingsOf, linkCandidatesOf } from './links/link-candidates.ts'
export type { LinkCandidate, RecordLink } from './links/link-text.ts'
export { menuOf } from './menu/menu.ts'
export type { ReadablePage } from './page.ts'
export { productOf } from './product/product.ts'
export { isFillerWord } from './prompt/fields-in-prompt.ts'
export { applyPrompt, schemaInPrompt } from './prompt/schema-from-prompt.ts'
export { validateAgainstSchema } from './schema/validate-against-schema.ts'
export {
  pointerStep,
  leavesOf,
  replaceAt,
  isObject,
  valueAtPointer,
  pointerTo,
} from './schema/json-schema.ts'
export { Naming } from './schema/naming.ts'
export { fieldsOf, listsOf, schemaFieldOf } from './schema/schema-field.ts'
export type { ObjectField, SchemaField, FlatField, FlatList } from './schema/schema-field.ts'
export { answerWithModel, highlightsWithModel, summarizeWithModel } from './with-model/answer-with-model.ts'
export { namesInSchema } from './with-model/model-schema.ts'
export { relevantParts } from './with-model/chunks.ts'
export { positionOf, MODEL_CONFIDENCE, unknownNumbers, unsupportedIn } from './with-model/evidence.ts'
export { extractWithModel } from './with-model/extract-with-model.ts'
export { numberReadings, readPageWords } from './with-model/page-words.ts'
export type { PageWords } from './with-model/page-words.ts'
export {
  fenceData,
  createFenceMark,
  injectionIn,
  joinShortened,
  withContextLimit,
} from './with-model/page-prompt.ts'
export type { Material, ModelAnswer } from './with-model/page-prompt.ts'
