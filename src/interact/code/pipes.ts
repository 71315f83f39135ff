/** The pipes between the service and a program, as the program's process numbers them. */
export const TO_PROGRAM = 3
export const FROM_PROGRAM = 4
