/** Whether a letter is of a script that has no blanks between its words. */
export function isCjk(letter: string): boolean {
  return CJK.test(letter)
}

const CJK = /[\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/
